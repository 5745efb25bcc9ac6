"""HTTP and WebSockets: REST routes, live play, rate limits and security."""
