/*
 * What a program that was written for one document finds broken in a later one. It sends what the earlier one allowed and
 * reads what that promised: requests may ask for less, answers may say more.
 */

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

interface Side {
  document: Node
  schema: unknown
}

/** What a schema stands for, references followed. */
function resolved({ document, schema }: Side): Node {
  let node = nodeOf(schema)
  for (let hops = 0; typeof node.$ref === 'string' && hops < 20; hops += 1) {
    const steps = node.$ref
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    node = nodeOf(steps.reduce<unknown>((at, step) => nodeOf(at)[step], document))
  }
  return node
}

/** One schema that says what all of these say. */
const merged = (parts: readonly Node[]): Node =>
  parts.reduce((whole, part) => ({
    ...whole,
    ...part,
    ...((whole.properties ?? part.properties) !== undefined && {
      properties: { ...nodeOf(whole.properties), ...nodeOf(part.properties) },
    }),
    ...((whole.required ?? part.required) !== undefined && {
      required: [...listOf(whole.required), ...listOf(part.required)],
    }),
  }))

/** The values that a schema lists; undefined where it lists none. */
const valuesOf = (node: Node) =>
  'const' in node ? [node.const] : Array.isArray(node.enum) ? (node.enum as unknown[]) : undefined

/** Schemas of which a value has to be one, each of one type at most; those that only list values are one. */
function alternativesOf({ document, schema }: Side): Node[] {
  const { allOf, ...own } = resolved({ document, schema })
  const node = merged([own, ...listOf(allOf).map((part) => resolved({ document, schema: part }))])
  const { anyOf, oneOf, ...common } = node
  const listed = [anyOf, oneOf]
    .flatMap(listOf)
    .flatMap((one) => alternativesOf({ document, schema: one }).map((alternative) => merged([common, alternative])))
  if (listed.length === 0)
    return Array.isArray(node.type) ? node.type.map((type: unknown) => ({ ...node, type })) : [node]
  const values = listed.flatMap((one) => valuesOf(one) ?? [])
  return [...listed.filter((one) => !valuesOf(one)), ...(values.length > 0 ? [{ enum: values }] : [])]
}

const isType = (allowed: Node, { type }: Node) =>
  allowed.type === undefined ||
  type === undefined ||
  allowed.type === type ||
  (type === 'integer' && allowed.type === 'number')

const named = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ')
const nameOf = (node: Node) => named(valuesOf(node) ?? []) || String(node.type ?? 'something else')

/** A schema inside itself ends here: what is deeper is compared where it is named. */
const deepest = 12

function* comparedSchemas(
  before: Side,
  after: Side,
  at: string,
  direction: 'sent' | 'answered',
  depth = 0,
): Generator<string> {
  if (depth > deepest) return
  const [olds, nows] = [alternativesOf(before), alternativesOf(after)]
  // Sent: all that was allowed still is. Answered: nothing comes that was not announced.
  const [wider, wanted] = direction === 'sent' ? [nows, olds] : [olds, nows]
  const compared = (allowed: Node, one: Node) => {
    const [old, now] = direction === 'sent' ? [one, allowed] : [allowed, one]
    return comparedAlternatives({ ...before, schema: old }, { ...after, schema: now }, at, direction, depth)
  }
  for (const one of wanted) {
    const alike = wider.filter((allowed) => isType(allowed, one))
    if (alike.some((allowed) => compared(allowed, one).next().done)) continue
    if (alike.length === 1) yield* compared(alike[0]!, one)
    else yield said(at, direction, nameOf(one))
  }
}

const said = (at: string, direction: 'sent' | 'answered', what: string) =>
  direction === 'sent' ? `${at} may not be ${what} any more` : `${at} may be ${what} now`

/** Two alternatives of one type. */
function* comparedAlternatives(
  before: Side,
  after: Side,
  at: string,
  direction: 'sent' | 'answered',
  depth: number,
): Generator<string> {
  const [old, now] = [nodeOf(before.schema), nodeOf(after.schema)]
  const [allowed, wanted] = (direction === 'sent' ? [now, old] : [old, now]).map(valuesOf)
  const lost = wanted?.filter((value) => !allowed?.includes(value))
  if (allowed && !(lost?.length === 0)) yield said(at, direction, lost ? named(lost) : 'any other value')
  const [oldFields, nowFields] = [nodeOf(old.properties), nodeOf(now.properties)]
  const [oldRequired, nowRequired] = [listOf(old.required), listOf(now.required)]
  if (direction === 'sent') {
    for (const name of nowRequired) if (!oldRequired.includes(name)) yield `${at}.${String(name)} has to be sent now`
    if (now.additionalProperties === false)
      for (const name of Object.keys(oldFields))
        if (!(name in nowFields)) yield `${at}.${name} may not be sent any more`
  } else if (Object.keys(nowFields).length > 0 || old.type === 'object') {
    for (const name of Object.keys(oldFields))
      if (!(name in nowFields) && now.properties !== undefined) yield `${at}.${name} is gone`
    for (const name of oldRequired)
      if (String(name) in nowFields && !nowRequired.includes(name)) yield `${at}.${String(name)} may be missing now`
  }
  for (const [name, schema] of Object.entries(oldFields)) {
    if (name in nowFields)
      yield* comparedSchemas(
        { ...before, schema },
        { ...after, schema: nowFields[name] },
        `${at}.${name}`,
        direction,
        depth + 1,
      )
  }
  if (old.items && now.items)
    yield* comparedSchemas(
      { ...before, schema: old.items },
      { ...after, schema: now.items },
      `${at}[]`,
      direction,
      depth + 1,
    )
}

function* comparedBodies(before: Side, after: Side, at: string, direction: 'sent' | 'answered'): Generator<string> {
  const [old, now] = [nodeOf(before.schema), nodeOf(after.schema)]
  for (const [type, media] of Object.entries(old)) {
    if (!now[type]) yield `${at} is not ${type} any more`
    else
      yield* comparedSchemas(
        { ...before, schema: nodeOf(media).schema },
        { ...after, schema: nodeOf(now[type]).schema },
        at,
        direction,
      )
  }
}

function* comparedCalls(before: Side, after: Side, name: string): Generator<string> {
  const [old, now] = [nodeOf(before.schema), nodeOf(after.schema)]
  const keyOf = (parameter: unknown) => `${String(nodeOf(parameter).in)} ${String(nodeOf(parameter).name)}`
  const known = new Map(listOf(old.parameters).map((parameter) => [keyOf(parameter), nodeOf(parameter)]))
  for (const parameter of listOf(now.parameters).map(nodeOf)) {
    const earlier = known.get(keyOf(parameter))
    if (parameter.required && !earlier?.required)
      yield `${name}: the parameter ${String(parameter.name)} has to be sent now`
    if (earlier)
      yield* comparedSchemas(
        { ...before, schema: earlier.schema },
        { ...after, schema: parameter.schema },
        `${name}: the parameter ${String(parameter.name)}`,
        'sent',
      )
  }
  const [oldBody, nowBody] = [nodeOf(old.requestBody), nodeOf(now.requestBody)]
  if (nowBody.required && !oldBody.required) yield `${name}: a body has to be sent now`
  if (now.requestBody)
    yield* comparedBodies(
      { ...before, schema: oldBody.content },
      { ...after, schema: nowBody.content },
      `${name}: the body`,
      'sent',
    )
  const [oldAnswers, nowAnswers] = [nodeOf(old.responses), nodeOf(now.responses)]
  for (const [status, answer] of Object.entries(oldAnswers)) {
    if (!/^[23]/.test(status)) continue
    if (!nowAnswers[status]) yield `${name}: is not answered ${status} any more`
    else
      yield* comparedBodies(
        { ...before, schema: nodeOf(answer).content },
        { ...after, schema: nodeOf(nowAnswers[status]).content },
        `${name}: the answer`,
        'answered',
      )
  }
}

/** Every change from one OpenAPI document to a later one that breaks a program, in words with the call first. New calls and fields break none. */
export function breakingChanges(before: unknown, after: unknown): string[] {
  const [old, now] = [nodeOf(before), nodeOf(after)]
  const found = Object.entries(nodeOf(old.paths)).flatMap(([path, verbs]) =>
    Object.entries(nodeOf(verbs)).flatMap(([verb, call]) => {
      const name = `${verb.toUpperCase()} ${path}`
      const later = nodeOf(nodeOf(now.paths)[path])[verb]
      return later
        ? [...comparedCalls({ document: old, schema: call }, { document: now, schema: later }, name)]
        : [`${name}: is gone`]
    }),
  )
  return [...new Set(found)]
}
