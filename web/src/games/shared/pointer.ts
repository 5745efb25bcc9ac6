// From a point of the screen to a point of a drawing.

export function pointInDrawing(drawing: SVGGraphicsElement | undefined, event: MouseEvent): DOMPoint | null {
  const matrix = drawing?.getScreenCTM();
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
}
