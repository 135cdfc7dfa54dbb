import { sql, type Kysely } from 'kysely'

/** Which public boards open which machines, and to whose: said once, for whoever has the owner of the machine at hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view machine_openings as
      select named.venue_machine_id, b.owner_id
      from board_references named join boards b on b.type = named.board_type and b.id = named.board_id
      where named.opens and b.is_public;
    create or replace view open_machines as
      select vm.id from venue_machines vm join venues v on v.id = vm.venue_id
      where exists (select from machine_openings opening where opening.venue_machine_id = vm.id and opening.owner_id = v.owner_id);
  `.execute(db)
}
