import { sql } from 'kysely'
import { authenticate } from '../core/accounts/accounts.service'
import { hashPassword } from '../core/accounts/passwords'
import { makeUser, useTestDatabase } from '../testing'
import { demoOwner } from './cast'
import { settleDemoAccess } from './demoAccess'
import { findDemoOwner, seedDemo } from './seedDemo'

const database = useTestDatabase()

const here = { demo: true, isLocal: true }
const elsewhere = { demo: true, isLocal: false }
const without = { demo: false, isLocal: true }

const opens = (password: string) =>
  authenticate(
    database.db,
    { username: demoOwner.username, password },
    { device: '', now: Date.now(), onFound: () => {} },
  ).then(
    () => true,
    () => false,
  )
const isOperator = async () =>
  (
    await database.db
      .selectFrom('users')
      .select('is_operator')
      .where('username', '=', demoOwner.username)
      .executeTakeFirstOrThrow()
  ).is_operator
const logins = async () => (await database.db.selectFrom('tokens').select('id').execute()).length

beforeEach(async () => {
  await sql`truncate users cascade`.execute(database.db)
})

test('OPS-04 on this machine the published password opens the demo', async () => {
  const password = await settleDemoAccess(database.db, here)
  expect(password).toBe(demoOwner.password)
  await seedDemo({ db: database.db, password })
  expect(await opens(demoOwner.password)).toBe(true)
})

test('OPS-04 where others come it is drawn, from the first moment and again at each start, and what was open is closed', async () => {
  const first = await settleDemoAccess(database.db, elsewhere)
  await seedDemo({ db: database.db, password: first })
  expect([await opens(demoOwner.password), await opens(first!)]).toEqual([false, true])
  expect(await logins()).toBe(1)
  const second = await settleDemoAccess(database.db, elsewhere)
  expect(second).not.toBe(first)
  expect(await logins()).toBe(0)
  expect([await opens(first!), await opens(second!)]).toEqual([false, true])
})

test.each([
  [
    'made there',
    async () => void (await seedDemo({ db: database.db, password: await settleDemoAccess(database.db, elsewhere) })),
  ],
  [
    'that went there',
    async () =>
      void (await seedDemo({ db: database.db, isOperator: true }), await settleDemoAccess(database.db, elsewhere)),
  ],
])(
  'OPS-04 one %s opens with the published password again once it is on this machine, and with none while no demo is wanted',
  async (_where, begin) => {
    await begin()
    expect(await settleDemoAccess(database.db, here)).toBe(demoOwner.password)
    expect([await opens(demoOwner.password), await isOperator()]).toEqual([true, true])
    const drawn = await settleDemoAccess(database.db, elsewhere)
    expect(await settleDemoAccess(database.db, without)).toBeUndefined()
    expect(await opens(drawn!)).toBe(false)
  },
)

test('OPS-04 without a demo the account that an earlier one left is locked, with all its logins, until there is a demo again', async () => {
  await seedDemo({ db: database.db, isOperator: true })
  expect(await opens(demoOwner.password)).toBe(true)
  expect(await settleDemoAccess(database.db, without)).toBeUndefined()
  expect([await opens(demoOwner.password), await opens('-'), await logins()]).toEqual([false, false, 0])
  expect(await settleDemoAccess(database.db, here)).toBe(demoOwner.password)
  expect(await opens(demoOwner.password)).toBe(true)
})

test('PLT-01 only on this machine the demo’s owner is an operator', async () => {
  await seedDemo({ db: database.db, isOperator: true })
  expect(await isOperator()).toBe(true)
  await settleDemoAccess(database.db, elsewhere)
  expect(await isOperator()).toBe(false)
  await settleDemoAccess(database.db, without)
  expect(await isOperator()).toBe(false)
})

test('OPS-04 an owner who has chosen a password keeps it, on this machine and without a demo', async () => {
  await seedDemo({ db: database.db })
  const { id } = (await findDemoOwner(database.db))!
  await database.db
    .updateTable('users')
    .set({ password_hash: await hashPassword('My-0wn-choice') })
    .where('id', '=', id)
    .execute()
  for (const options of [without, here]) expect(await settleDemoAccess(database.db, options)).toBeUndefined()
  expect(await opens('My-0wn-choice')).toBe(true)
})

test('OPS-04 somebody real who is called demo is left alone', async () => {
  await makeUser(database.db, { username: demoOwner.username, password: demoOwner.password })
  await settleDemoAccess(database.db, without)
  expect(await opens(demoOwner.password)).toBe(true)
})
