/*
 * A consumer of oEmbed as blogs have one: a line of a post that is nothing but an address becomes what that address
 * offers to be embedded as, after the consumer has taken from it all that it does not trust.
 */

const attributesOf = (tag) =>
  Object.fromEntries(
    [...tag.matchAll(/([a-z-]+)\s*=\s*"([^"]*)"/gi)].map(([, name, value]) => [name.toLowerCase(), unescaped(value)]),
  )

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (text) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_whole, name) => entities[name])
const escaped = (text) => String(text).replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Where a page says that it can be asked; undefined where it says nothing. */
export function discover(html) {
  const links = [...html.matchAll(/<link\b[^>]*>/gi)].map(([tag]) => attributesOf(tag))
  return links.find(({ rel, type }) => rel === 'alternate' && type === 'application/json+oembed')?.href
}

const kept = ['src', 'width', 'height', 'title']

/**
 * What is left of an unknown site's code: one iframe, with a source, a size and a title, that may run scripts and is
 * nobody's origin. Undefined where there is none.
 */
export function trusted(html) {
  const [tag] = /<iframe\b[^>]*>/i.exec(html) ?? []
  const given = tag ? attributesOf(tag) : {}
  if (!/^https?:\/\//.test(given.src ?? '')) return undefined
  const attributes = kept.filter((name) => given[name]).map((name) => `${name}="${escaped(given[name])}"`)
  return `<iframe sandbox="allow-scripts" security="restricted" loading="lazy" ${attributes.join(' ')}></iframe>`
}

/** The HTML for an address on a line of its own; a link where it offers nothing. */
export async function embedded(address, widthPx) {
  const link = `<p><a href="${escaped(address)}">${escaped(address)}</a></p>`
  const page = await fetch(address)
  const endpoint = page.ok ? discover(await page.text()) : undefined
  if (!endpoint) return link
  const question = new URL(endpoint, address)
  question.searchParams.set('maxwidth', String(widthPx))
  const answer = await fetch(question)
  if (!answer.ok) return link
  const { type, html, title, width, height } = await answer.json()
  const frame = type === 'rich' && trusted(html)
  // Narrow pages make it narrower, never another shape.
  return frame
    ? `<figure style="--shape:${Number(width)}/${Number(height)}">${frame}<figcaption>${escaped(title)}</figcaption></figure>`
    : link
}

/** A post as people write it: paragraphs, and addresses on lines of their own. */
export async function rendered(post, widthPx) {
  const blocks = post.trim().split(/\n\s*\n/)
  const html = await Promise.all(
    blocks.map((block) =>
      /^https?:\/\/\S+$/.test(block.trim()) ? embedded(block.trim(), widthPx) : `<p>${escaped(block)}</p>`,
    ),
  )
  return html.join('\n')
}
