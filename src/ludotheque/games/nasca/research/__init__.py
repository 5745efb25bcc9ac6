"""Nasca for research: observations, actions, and draws where there are any."""
