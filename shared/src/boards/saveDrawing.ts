/** px of a PNG, enough for a hand's width in print */
const pixels = 1200

const fileName = (title: string, ending: string) =>
  `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'board'}.${ending}`

function download(href: string, name: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** Saves a drawing as a file of this title. @throws where the browser cannot draw it */
export async function saveDrawing(drawing: SVGSVGElement, title: string, type: 'svg' | 'png'): Promise<void> {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  copy.setAttribute('width', String(pixels))
  copy.setAttribute('height', String(pixels))
  const source = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }))
  try {
    if (type === 'svg') return download(source, fileName(title, 'svg'))
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = pixels
    canvas.getContext('2d')?.drawImage(image, 0, 0, pixels, pixels)
    download(canvas.toDataURL('image/png'), fileName(title, 'png'))
  } finally {
    // The browser reads it after this turn.
    setTimeout(() => URL.revokeObjectURL(source), 10_000)
  }
}
