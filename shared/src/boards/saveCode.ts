/** Saves a QR code as a file named after its board. What does it is loaded by the first one: few boards' codes are kept. */
export async function saveCode(drawing: SVGSVGElement, title: string, type: 'svg' | 'png'): Promise<void> {
  const { saveDrawing } = await import('./saveDrawing')
  await saveDrawing(drawing, title, type)
}
