import { publishVersion, writeRegistry } from '../../../server/src/testing/publishType'

type Registered = Parameters<typeof writeRegistry>[1]

const properties = {
  heading: { type: 'string', minLength: 1, maxLength: 60, errorMessage: { minLength: 'Enter a heading', maxLength: 'At most 60 characters' } },
  columns: { type: 'integer', minimum: 1, maximum: 6, default: 2 },
  background_color: { type: 'string', pattern: '^#[0-9a-f]{3,8}$', default: '#000' },
  machines: { type: 'array', maxItems: 50, items: { type: 'integer', reference: { to: ['venuemachine'], opens: true } }, default: [] },
  hours: {
    type: 'array',
    maxItems: 14,
    items: {
      type: 'object',
      properties: { day: { enum: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] }, from: { type: 'string', format: 'time' }, to: { type: 'string', format: 'time' } },
      required: ['day', 'from', 'to'],
      additionalProperties: false,
    },
    default: [],
  },
}

/** Ten letters of the alphabet a place: `benchaa`, `benchab`, … */
const nameOf = (index: number) => `bench${String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`

/** As many names of types. */
export const typeNames = (count: number): string[] => Array.from({ length: count }, (_, index) => nameOf(100 + index))

/** Settings of a board of these types. */
export const settingsFor = (machine: number) => ({ heading: 'Tonight', machines: [machine], hours: [{ day: 'fri', from: '18:00', to: '23:00' }] })

/**
 * Publishes board types of remotes into a deploy folder, each with a schema of its own, machines, a feed of their games and
 * one that programs post.
 */
export async function publishTypes(deployFolder: string, names: readonly string[]): Promise<void> {
  const remotes: Registered = {}
  for (const name of names) {
    // No two schemas are alike.
    const own = { [`only_${name}`]: { type: 'boolean', default: false } }
    const type = { feeds: { games: { kind: 'game', from: 'machines' }, taps: { kind: 'posted', silent_after: 3_600 } } } as const
    const version = await publishVersion(deployFolder, `mf-${name}`, '1.0.0', name, { properties: { ...properties, ...own }, required: ['heading'], type })
    remotes[`mf-${name}`] = { enabled: true, active: '1.0.0', versions: { '1.0.0': version } }
  }
  await writeRegistry(deployFolder, remotes)
}
