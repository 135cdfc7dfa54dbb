type Attribute = readonly [name: string, value: string | true | undefined]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text of HTML, also between double quotes. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character]!)

const isSet = (attribute: Attribute) => attribute[1] !== undefined

/**
 * An element as people write it: its start on one line while it is short, else with a line for each attribute. Attributes
 * without a value are left out.
 * @param content a text, or elements that stand on lines of their own
 */
export function element(
  name: string,
  attributes: readonly Attribute[],
  content: string | readonly string[] = '',
): string {
  const said = attributes.filter(isSet).map(([key, value]) => (value === true ? key : `${key}="${escaped(value!)}"`))
  const oneLine = `<${[name, ...said].join(' ')}>`
  const start = oneLine.length <= 72 ? oneLine : `<${name}\n${said.map((attribute) => `  ${attribute}\n`).join('')}>`
  return typeof content === 'string'
    ? `${start}${escaped(content)}</${name}>`
    : `${start}\n${content.map(indented).join('\n')}\n</${name}>`
}

export const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')

/** A JavaScript string that is also safe inside a script element. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
