"""Nasca for research: observations, actions and draws."""
