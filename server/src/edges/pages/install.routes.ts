import type { FastifyPluginAsync } from 'fastify'
import sharp from 'sharp'
import { readOnce } from '../../ground/process/readOnce'

/*
 * What a phone or a computer asks for to put a page on its home screen.
 */

/** The product's mark: three balls. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#101012"/><circle cx="11" cy="19" r="6" fill="#ffb224"/><circle cx="20" cy="12" r="4" fill="#fff"/><circle cx="25" cy="20" r="2.6" fill="#8a8a92"/></svg>`

export const manifestPath = '/manifest.webmanifest'

const icons = { '/icon-192.png': 192, '/icon-512.png': 512, '/apple-touch-icon.png': 180 } as const

/** Files that are the same for every page. */
export const installFiles = [manifestPath, ...Object.keys(icons)]

/** Without rounded corners: systems cut their own. */
const drawIcon = (size: number) =>
  sharp(Buffer.from(icon.replace('rx="7" ', '')), { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer()

const boardPage = /^\/viewer\/(?:tv|[a-z][a-z0-9-]{0,40}\/[1-9]\d{0,14})\/?$/

/** @param start path of a board's page, or anything else for the dashboard */
function manifestFor(start: unknown) {
  const page = typeof start === 'string' && boardPage.test(start) ? start : undefined
  return {
    id: page ?? '/',
    name: 'Multiball',
    short_name: 'Multiball',
    description: 'Live pinball scores on every screen.',
    start_url: page ?? '/',
    scope: '/',
    display: page ? 'fullscreen' : 'standalone',
    background_color: page ? '#000000' : '#101012',
    theme_color: page ? '#000000' : '#101012',
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
}

export const installRoutes: FastifyPluginAsync = async (app) => {
  app.get(manifestPath, async (request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'max-age=86400')
      .send(JSON.stringify(manifestFor((request.query as { start?: unknown }).start))),
  )
  for (const [path, size] of Object.entries(icons)) {
    const drawn = readOnce(() => drawIcon(size))
    app.get(path, async (_request, reply) =>
      reply
        .type('image/png')
        .header('cache-control', 'max-age=86400')
        .send(await drawn()),
    )
  }
}
