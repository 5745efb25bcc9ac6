// The position of a pointer in the coordinates of a drawing.

export function pointInDrawing(drawing: SVGGraphicsElement | undefined, event: MouseEvent): DOMPoint | null {
  const matrix = drawing?.getScreenCTM();
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
}
