"""What a batch of matches does in compiled code. `ludotheque.batch` is the door to it."""
