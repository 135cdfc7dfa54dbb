import { referencesIn } from '@multiball/shared/schema'
import type { BuiltInType } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { insertBoard, lockBoard, updateBoard } from './boards.store'
import type { BoardFields } from './kind'
import { builtInKinds } from './kinds'
import { writeReferences } from './references.store'
import { newViewerKey } from './viewerKey'

/** Stores a board that needs no checking, as the demo makes them; settings that are left out are at their defaults. */
export async function addBoard(db: Kysely<Tables>, type: BuiltInType, ownerId: number, { title, is_public, ...given }: BoardFields): Promise<{ id: number; viewerKey: string }> {
  const kind = builtInKinds[type]
  const settings = kind.fill(given, 1)
  const viewerKey = newViewerKey()
  const id = await insertBoard(db, type, ownerId, { title, is_public, viewer_key: viewerKey, settings, settings_version: kind.versionOf(settings) })
  await writeReferences(db, { type, id }, referencesIn(kind.places, settings), true)
  return { id, viewerKey }
}

/** Changes settings of a board of this owner, with as little checking. */
export async function changeSettings(db: Kysely<Tables>, type: BuiltInType, id: number, ownerId: number, change: object): Promise<void> {
  const { places, fill } = builtInKinds[type]
  const stored = await lockBoard(db, { type, id }, ownerId)
  if (!stored) return
  const settings = { ...fill(stored.settings, stored.settings_version), ...change }
  await updateBoard(db, { type, id }, ownerId, { settings })
  await writeReferences(db, { type, id }, referencesIn(places, settings), false)
}
