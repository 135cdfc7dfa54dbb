import { randomBytes } from 'node:crypto'
import { Id, SetupInput, SetupState } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Config } from '../../ground/process/config'
import type { Tables } from '../../ground/database/tables'
import { hashOf } from '../../ground/http/auth'
import { perAddress } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { parse } from '../../ground/http/parse'
import { invalid } from '../../ground/http/refusals'
import { insertUser, whenTaken } from './accounts.store'
import { hashNewPassword } from './passwords'
import { awaitFirstAccount, isAwaitingAccount, takeSetupCode } from './setup.store'

type Db = Kysely<Tables>

const lifeMs = 24 * 3_600_000
const minuteMs = 60_000
const attemptsPerMinute = 20

// Without 0, 1, I and O, which are read from a terminal and typed.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 12

/** Such as 7KQP-M2XA-9RTD: 60 random bits. */
const newCode = () =>
  Array.from(randomBytes(codeLength), (byte) => letters[byte % letters.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** However it was typed. */
const hashOfCode = (code: string) => hashOf(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))

/** To be called at each start. Answers the code that makes the first account, for a day; undefined where there is an account or none is waited for. */
export async function newSetupCode(
  db: Db,
  { demo, isLocal }: Pick<Config, 'demo' | 'isLocal'>,
  now = Date.now(),
): Promise<string | undefined> {
  const code = newCode()
  // On this machine anybody who comes may register, and reads the mails at /dev/mail.
  return (await awaitFirstAccount(db, !isLocal && !demo, hashOfCode(code), new Date(now + lifeMs))) ? code : undefined
}

/** What is printed of it. `address`: where this server is opened, no trailing slash */
export const setupLines = (code: string | undefined, address: string): string[] =>
  code === undefined
    ? []
    : [`Set it up:     ${address}/setup  (code ${code}, good once within 24 hours; a restart prints another)`]

interface SetupDependencies {
  db: Db
  config: Pick<Config, 'publicUrl' | 'needsPublicUrl'>
  /** ms since 1970 */
  now?: () => number
}

const emptyInput = { code: '', username: '', password: '', first_name: '', last_name: '', email: '' }

const notTheCode = () =>
  invalid({ code: ['This is not the code, or it was used or has expired. A restart of the server prints another'] })

/** The first account of a new server, made in the browser by whoever can read what the server prints. */
export function setupRoutes({ db, config, now = Date.now }: SetupDependencies): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/setup/',
      describes({
        summary: 'Whether this server waits for its first account',
        actor: 'anyone',
        answers: { 200: SetupState },
      }),
      async () => ({
        is_open: await isAwaitingAccount(db),
        public_url: config.needsPublicUrl ? null : config.publicUrl,
      }),
    )

    const setup = describes(
      {
        summary: 'Make the first account of a new server',
        actor: 'anyone',
        audit: 'server set up',
        body: SetupInput,
        answers: { 201: v.object({ id: Id }) },
        refusals: [429],
      },
      perAddress(attemptsPerMinute, minuteMs, { db, name: 'setup' }),
    )
    app.post('/api/setup/', setup, async (request, reply) => {
      const { code, ...registration } = parse(SetupInput, { ...emptyInput, ...(request.body as object) })
      // Before the password is hashed, which is expensive.
      if (!(await isAwaitingAccount(db))) throw notTheCode()
      const passwordHash = await hashNewPassword(registration.password)
      const making = db.transaction().execute(async (trx) => {
        const moment = new Date(now())
        if (!(await takeSetupCode(trx, hashOfCode(code), moment))) throw notTheCode()
        // Who reads what the server prints needs no mail to show that the account is theirs, and runs the server.
        return insertUser(trx, registration, passwordHash, { verified_at: moment, is_operator: true })
      })
      const id = await making.catch(whenTaken)
      request.auditedUser = id
      return reply.code(201).send({ id })
    })
  }
}
