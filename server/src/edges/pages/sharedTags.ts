import escapeHtml from 'escape-html'

/** A board or card as a link to it is shown in chats and on social sites. */
export interface SharedLink {
  title: string
  /** one sentence */
  description: string
  /** of its page */
  address?: string
  /** of a PNG, 1200 by 630 px */
  image?: string
}

const says = 'Live pinball scores on every screen.'

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">\n`
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">\n`

const plain = named('description', says)

/** What a link's page says of itself, for crawlers: of what not everybody may see nothing but the product's own sentence. */
export function sharedTags(link: SharedLink | undefined): string {
  if (!link) return plain
  const { title, description, address, image } = link
  const alt = `${title}. ${description}`
  return [
    named('description', description),
    property('og:type', 'website'),
    property('og:site_name', 'Multiball'),
    property('og:title', title),
    property('og:description', description),
    ...(address === undefined
      ? []
      : [property('og:url', address), `<link rel="canonical" href="${escapeHtml(address)}">\n`]),
    ...(image === undefined
      ? []
      : [
          property('og:image', image),
          property('og:image:type', 'image/png'),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
          property('og:image:alt', alt),
          named('twitter:card', 'summary_large_image'),
          named('twitter:image:alt', alt),
        ]),
  ].join('')
}
