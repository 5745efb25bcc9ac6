"""What the host does: orders from the command line or the page, what they change, and the trail they leave."""
