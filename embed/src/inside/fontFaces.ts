/** A face as a style sheet declares it, for the constructor of FontFace. */
interface Face {
  family: string
  source: string
  descriptors: FontFaceDescriptors
}

const block = /@font-face\s*\{([^}]*)\}/g
const relative = /url\(\s*(["']?)(?!data:|#|\w+:|\/\/)([^"')]+)\1\s*\)/g

/** Addresses in a constructed sheet are the page's own: ours are relative to the file. */
const absolute = (text: string, href: string) =>
  text.replace(relative, (_all, _quote: string, address: string) => `url("${new URL(address, href).href}")`)

const described = {
  style: 'font-style',
  weight: 'font-weight',
  stretch: 'font-stretch',
  display: 'font-display',
  unicodeRange: 'unicode-range',
  sizeAdjust: 'size-adjust',
}

function faceOf(body: string): Face {
  const fields = new Map(
    body.split(';').map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return {
    family: (fields.get('font-family') ?? '').replace(/^["']|["']$/g, ''),
    source: fields.get('src') ?? '',
    descriptors: Object.fromEntries(
      Object.entries(described).flatMap(([name, field]) => (fields.has(field) ? [[name, fields.get(field)]] : [])),
    ),
  }
}

/** Families that were declared so far: later files use those of earlier ones. */
const families = new Set<string>()

/** The name under which a family of ours goes in somebody else's document, where it must not mix with theirs. */
export const ownFamily = (family: string): string => `Multiball ${family}`

/** Minified sheets write `Noto Sans Variable` and `"Noto Sans Variable"` alike; `Noto Sans Variable Two` is another family. */
function renameFamily(rules: string, family: string): string {
  const escaped = family.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const name = new RegExp(`(Multiball |[\\w-])?(["']?)${escaped}(?! *[\\w-])\\2`, 'g')
  return rules.replace(name, (found, before: string | undefined, quote: string) =>
    before && !quote ? found : `${before ?? ''}"${ownFamily(family)}"`,
  )
}

/**
 * A style sheet for a shadow root: its faces, which only documents can have, apart from its rules. Families have names
 * of our own in the rules.
 * @param href absolute address of the file
 */
export function partSheet(text: string, href: string): { faces: Face[]; rules: string } {
  const located = absolute(text, href)
  const faces = [...located.matchAll(block)].map(([, body]) => faceOf(body!))
  for (const { family } of faces) families.add(family)
  return { faces, rules: [...families].reduce(renameFamily, located.replace(block, '')) }
}

/** What every board is lettered in. */
const lettering = ['700', '900'].map((weight) => `${weight} 1em "${ownFamily('Sofia Sans Extra Condensed')}"`)

/** Asks for the font before a board is drawn: letters that are there before their font are laid out twice. */
export function askForLettering(): void {
  for (const font of lettering) void document.fonts.load(font).catch(() => {})
}
