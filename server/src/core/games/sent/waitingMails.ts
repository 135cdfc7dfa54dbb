import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import { mailText } from '../../../ground/mails/mailText'
import type { MailText } from '../../../ground/mails/mailText'
import type { Outbox } from '../../../ground/mails/outbox'

type Db = Kysely<Tables>

/** An evening's scores are one mail. */
const atMostEvery = sql`interval '20 hours'`
/** Who stands at the machine has decided by then. */
const waitsFor = sql`interval '30 minutes'`
const ownersAtOnce = 100
/** that a mail lists */
const mostMachines = 20

/** A machine with its venue, and how many scores wait at it. */
interface WaitingAt {
  name: string
  venue: string
  count: number
}

/** What the mail says of machines with their venues, and how many scores wait at each. */
function textFor(publicUrl: string, machines: readonly WaitingAt[]): MailText {
  const count = machines.reduce((sum, machine) => sum + machine.count, 0)
  const shown = machines
    .slice(0, mostMachines)
    .map((machine) => `  ${machine.count} at ${machine.name}, ${machine.venue}`)
  const more = machines.length > mostMachines ? [`  and more at ${machines.length - mostMachines} other machines`] : []
  return mailText(
    count === 1 ? '1 score of a guest waits for your yes' : `${count} scores of guests wait for your yes`,
    [
      `These came by the links of your machines. No wall shows them before your yes:`,
      [...shown, ...more].join('\n'),
      `Look at them and decide here:`,
      `${publicUrl}/venues/waiting`,
      `You get at most one email like this in 20 hours, while something new waits.`,
    ],
    publicUrl,
  )
}

/** Owners for whom something waits that no mail told of, noted as told: another process finds them no more. */
async function takeOwners(trx: Db): Promise<{ id: number; email: string }[]> {
  // By the database's clock. A time far ahead of it was noted by a clock that was wrong; one a little ahead by another process.
  const { rows } = await sql<{ id: number; email: string }>`
    with due as (
      select s.owner_id, max(s.id) as newest from sent_scores s
      left join waiting_mails told on told.owner_id = s.owner_id
      where s.accepted is null and s.id > coalesce(told.told_of, 0)
      group by s.owner_id having min(s.sent_at) < now() - ${waitsFor}
    ), told as (
      insert into waiting_mails as told (owner_id, told_at, told_of)
      select u.id, now(), due.newest from due join users u on u.id = due.owner_id and u.verified_at is not null
      where not exists (
        select from waiting_mails w where w.owner_id = u.id and w.told_at between now() - ${atMostEvery} and now() + ${atMostEvery}
      )
      order by u.id limit ${ownersAtOnce}
      on conflict (owner_id) do update set told_at = excluded.told_at, told_of = excluded.told_of
        where told.told_at not between now() - ${atMostEvery} and now() + ${atMostEvery}
      returning owner_id
    )
    select u.id, u.email from told join users u on u.id = told.owner_id
  `.execute(trx)
  return rows
}

/** The machines at which something waits for an owner, the one with most first. */
async function waitingAt(trx: Db, ownerId: number): Promise<WaitingAt[]> {
  const { rows } = await sql<WaitingAt>`
    select m.name, v.name as venue, count(*)::int as count
    from sent_scores s join venue_machines vm on vm.id = s.venue_machine_id join venues v on v.id = vm.venue_id join machines m on m.id = vm.machine_id
    where s.owner_id = ${ownerId} and s.accepted is null
    group by vm.id, m.name, v.name order by count desc, m.name, vm.id
  `.execute(trx)
  return rows
}

/** Tells owners by mail what waits for their yes: once in 20 hours at most, while something new does, however many processes do it. */
export async function tellOwners(db: Db, outbox: Outbox, publicUrl: string): Promise<void> {
  const told = await db.transaction().execute(async (trx) => {
    const owners = await takeOwners(trx)
    for (const { id, email } of owners)
      await outbox.put(trx, { recipient: email, ...textFor(publicUrl, await waitingAt(trx, id)) })
    return owners.length
  })
  if (told > 0) outbox.wake()
}
