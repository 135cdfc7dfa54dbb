import { Outage } from './outage'

const refused = { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' }
const readOnly = { code: '25006', message: 'cannot execute INSERT in a read-only transaction' }

function stage() {
  const told: string[] = []
  const clock = { now: 0 }
  const outage = new Outage(
    (_sentence, event) => told.push(event),
    () => clock.now,
  )
  return { told, clock, outage }
}

test('OPS-16 a database that goes is one line however often it fails, and another once it has worked for a while', () => {
  const { told, clock, outage } = stage()
  for (clock.now = 0; clock.now < 60_000; clock.now += 50) {
    outage.failed(refused)
    // Some connections still work.
    outage.answered('INSERT')
    outage.closed(refused)
  }
  expect([told, outage.isOn]).toEqual([['database-away'], true])
  clock.now += 5_000
  outage.answered('SELECT')
  outage.answered('SELECT')
  expect([told, outage.isOn]).toEqual([['database-away', 'database-back'], false])
})

test('OPS-16 one that takes no writes is back when it takes one, whatever it reads', () => {
  const { told, clock, outage } = stage()
  outage.failed(readOnly)
  clock.now = 60_000
  outage.answered('SELECT')
  expect(told).toEqual(['database-away'])
  outage.answered('UPDATE')
  expect(told).toEqual(['database-away', 'database-back'])
})

test('OPS-16 connections that are closed while they are free are a line a minute', () => {
  const { told, clock, outage } = stage()
  for (clock.now = 0; clock.now < 120_000; clock.now += 1_000) outage.closed({ message: 'terminating connection' })
  expect(told).toEqual(['database-connection-closed', 'database-connection-closed'])
})
