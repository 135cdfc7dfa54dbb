import { sql, type Kysely } from 'kysely'

/** How often an owner has tried the sound of a TV and how loud, and whether its browser forbids sounds, as the TV has said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tvs add column sound_trial jsonb, add column is_sound_forbidden boolean`.execute(db)
}
