import * as contract from '@multiball/shared/schema'
import type * as v from 'valibot'
import { convertSchema, convertSchemas } from './jsonSchema'
import type { Direction, JsonSchema } from './jsonSchema'

const directions = ['input', 'output'] as const

const isSchema = (value: unknown): value is v.GenericSchema => typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

/** The schemas of the contract by the names under which it exports them. */
const namedSchemas = Object.fromEntries(Object.entries(contract as Record<string, unknown>).filter((entry): entry is [string, v.GenericSchema] => isSchema(entry[1])))
const nameOf = new Map(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]))

interface Reference {
  direction: Direction
  name: string
}

const write = ({ direction, name }: Reference) => `${direction}:${name}`
const read = (text: unknown): Reference | undefined => {
  const [, direction, name] = /^(input|output):(.+)$/.exec(typeof text === 'string' ? text : '') ?? []
  return direction && name ? { direction: direction as Direction, name } : undefined
}

/** Every node below a value that is an object with a reference. */
function referencesIn(node: unknown): Reference[] {
  if (typeof node !== 'object' || node === null) return []
  const own = '$ref' in node ? read(node.$ref) : undefined
  return [...(own ? [own] : []), ...Object.values(node).flatMap(referencesIn)]
}

/**
 * Gathers the schemas of a document. Those of the contract become components, each once, and the others stand where they
 * are used.
 */
export class Components {
  private readonly used: Record<Direction, Record<string, v.GenericSchema>> = { input: { ...namedSchemas }, output: { ...namedSchemas } }
  private count = 0

  /** Stands for the schema until `resolve`. */
  refer(schema: v.GenericSchema, direction: Direction): JsonSchema {
    const known = nameOf.get(schema)
    if (known) return { $ref: write({ direction, name: known }) }
    this.count += 1
    const name = `${this.count}`
    // A copy, so that another one that has it inside does not refer to it.
    this.used[direction][name] = { ...schema }
    return { $ref: write({ direction, name }) }
  }

  /** The document with real schemas in it, and the components that it refers to. */
  resolve<Document>(document: Document): { document: Document; schemas: Record<string, JsonSchema> } {
    const converted = Object.fromEntries(
      directions.map((direction) => [direction, convertSchemas(this.used[direction], direction, (name) => write({ direction, name }))]),
    ) as Record<Direction, Record<string, JsonSchema>>
    const schemaOf = ({ direction, name }: Reference) => converted[direction][name]!

    const found = new Map<string, Reference>()
    const find = (node: unknown) => {
      for (const reference of referencesIn(node)) {
        if (found.has(write(reference))) continue
        found.set(write(reference), reference)
        find(schemaOf(reference))
      }
    }
    find(document)

    const finalName = ({ direction, name }: Reference) => {
      const isTwofold = direction === 'input' && found.has(write({ direction: 'output', name })) && !isSameBothWays(name)
      return isTwofold ? `${name}Sent` : name
    }
    const settle = (node: unknown): unknown => {
      if (Array.isArray(node)) return node.map(settle)
      if (typeof node !== 'object' || node === null) return node
      const reference = '$ref' in node ? read(node.$ref) : undefined
      if (!reference) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, settle(value)]))
      const { $ref: _ref, ...beside } = node as { $ref: string }
      if (!(reference.name in namedSchemas)) return { ...(settle(schemaOf(reference)) as object), ...beside }
      return { $ref: `#/components/schemas/${finalName(reference)}`, ...beside }
    }

    const components = [...found.values()].filter(({ name }) => name in namedSchemas)
    const schemas = Object.fromEntries(components.map((reference) => [finalName(reference), settle(schemaOf(reference)) as JsonSchema]))
    return { document: settle(document) as Document, schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))) }
  }
}

const isSameBothWays = (name: string) => {
  const [sent, answered] = directions.map((direction) => JSON.stringify(convertSchema(namedSchemas[name]!, direction)))
  return sent === answered
}
