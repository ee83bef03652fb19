"""Views and plots of the core's own answers, each imported when an answer is first shown."""
