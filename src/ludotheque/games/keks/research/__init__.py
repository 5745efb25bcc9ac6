"""Keks for research: observations, actions and draws."""
