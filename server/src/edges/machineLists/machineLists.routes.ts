import { locationIn, MachineList, MachineListInput } from '@multiball/shared/schema'
import type { ListedMachine } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import { matchTitles } from '../../core/catalogue/matchTitles'
import type { KnownTitle, ToldTitle } from '../../core/catalogue/matchTitles'
import { machineKey } from '../../core/catalogue/names'
import { findVenue, titlesIn } from '../../core/venues/venues.store'
import type { Tables } from '../../ground/database/tables'
import { FileError } from '../../ground/files/csvRows'
import { textIn } from '../../ground/files/textIn'
import { requireUser } from '../../ground/http/auth'
import { perUser } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { idOf, parse } from '../../ground/http/parse'
import { invalid, notFound } from '../../ground/http/refusals'
import type { PinballMap } from './pinballMap'
import { readList } from './readList'

const listsPerWindow = 20
const windowMs = 600_000

/** Reads lists of machines for venues: Pinball Map's, and those that owners have. */
export function machineListsRoutes({
  db,
  pinballMap,
}: {
  db: Kysely<Tables>
  pinballMap: PinballMap
}): FastifyPluginAsync {
  return async (app) => {
    app.post(
      '/api/venue/:id/machine_list/',
      describes(
        {
          summary: 'Read a list of machines, of a location on Pinball Map or your own; nothing is added',
          actor: 'user',
          body: MachineListInput,
          answers: { 200: MachineList },
          refusals: [404],
        },
        perUser(listsPerWindow, windowMs, listsPerWindow, { db, name: 'machine lists' }),
      ),
      async (request) => {
        const owner = requireUser(request)
        const id = idOf(request)
        if (!(await findVenue(db, id, owner))) throw notFound()
        const told = await toldBy(parse(MachineListInput, request.body), pinballMap)
        const [titles, standing] = await Promise.all([matchTitles(db, owner, told), titlesIn(db, id)])
        return { machines: listed(told, titles, new Set(standing)) }
      },
    )
  }
}

type Input = v.InferOutput<typeof MachineListInput>

/** Throws 400 with a sentence for the field that the list came by, 429. */
async function toldBy(given: Input, pinballMap: PinballMap): Promise<ToldTitle[]> {
  const [field, text] = await textOf(given, pinballMap)
  try {
    return readList(text)
  } catch (error) {
    throw error instanceof FileError ? invalid({ [field]: [error.message] }) : error
  }
}

async function textOf({ location, file, text = '' }: Input, pinballMap: PinballMap): Promise<[keyof Input, string]> {
  if (location !== undefined) return ['location', await pinballMap.listOf(locationIn(location)!)]
  return file === undefined ? ['text', text] : ['file', textIn(Buffer.from(file, 'base64'))]
}

/** Each title, and each name that is none, once: in the order of the list. */
function listed(
  told: readonly ToldTitle[],
  titles: readonly (KnownTitle | undefined)[],
  standing: ReadonlySet<number>,
): ListedMachine[] {
  const machines = new Map<number | string, ListedMachine>()
  for (const [at, { name, manufacturer, year }] of told.entries()) {
    const title = titles[at]
    const key = title?.id ?? machineKey({ name, manufacturer })
    if (machines.has(key)) continue
    const known = title ?? { name, manufacturer, year }
    machines.set(key, {
      listed: name,
      name: known.name,
      manufacturer: known.manufacturer,
      year: known.year,
      machine: title?.id ?? null,
      is_here: title !== undefined && standing.has(title.id),
    })
  }
  return [...machines.values()]
}
