import { spawn, type ChildProcess } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { programOf } from '../../server/src/testing/programs'
import type { Owner } from './account'
import { overflow, useOwnersPage } from './dashboard'
import { useProduct } from './useProduct'

/* From an empty account to the scores of a Vector board, on a phone. */

const rig = useProduct()
let page: Page
let owner: Owner
let complaints: string[]
useOwnersPage(rig, 'bridges-owner', { width: 390, height: 844 }, (own) => ({ owner, page, complaints } = own))

const folder = mkdtempSync(path.join(tmpdir(), 'multiball-vector-'))
let bridge: ChildProcess
let board: Socket
afterAll(() => {
  bridge.kill('SIGKILL')
  board.close()
  rmSync(folder, { recursive: true })
})

const boundSocket = async () => {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

test('MAC-25 a bridge is connected by its code, and the board that it finds becomes a machine by its title; its game is there', async () => {
  const free = await boundSocket()
  const { port } = free.address()
  free.close()
  board = await boundSocket()
  const given = ['vector', '--server', rig.product.url, '--listen', `127.0.0.1:${port}`, '--folder', folder]
  bridge = spawn(process.execPath, [...programOf('bridge/src/bridge.cli.ts'), ...given], {
    cwd: path.resolve(import.meta.dirname, '../..'),
  })
  const code = await new Promise<string>((resolve) => {
    let output = ''
    bridge.stdout!.on('data', (text: Buffer) => {
      output += text.toString()
      const [, found] = /Code: (\w{6})/.exec(output) ?? []
      if (found) resolve(found)
    })
  })
  const say = (score: number) =>
    board.send(
      JSON.stringify({
        machine_id: 'aa01c0de',
        type: 'game_state',
        data: { GameActive: true, BallInPlay: 1, Scores: [score, 0, 0, 0] },
      }),
      port,
      '127.0.0.1',
    )

  await page.goto(`${rig.product.url}/venues`)
  await page.getByRole('link', { name: 'Set up your first venue' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Flipper Bar')
  await page.getByRole('button', { name: 'Create Venue' }).click()
  await page.getByRole('heading', { name: 'Add a machine' }).waitFor()
  await page.goto(`${rig.product.url}/venues`)
  await page.getByRole('button', { name: 'More for Flipper Bar' }).click()
  await page.getByRole('menuitem', { name: 'Bridges' }).click()
  await page.getByRole('textbox', { name: 'Code of the bridge' }).fill(code)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByText(/connected!$/).waitFor()
  say(0)
  await page.getByRole('link', { name: 'Choose the machine of Vector board aa01c0de' }).click()
  await page.getByRole('searchbox').fill('fish tales')
  await page
    .getByRole('button', { name: /^Add .*Fish Tales/ })
    .first()
    .click()
  await page.getByText(/Fish Tales.* connected!/).waitFor()
  // Sent again until its bridge knows that it was accepted.
  for (let score = 10; (await page.getByText(/Ball 1/).count()) === 0; score += 10) {
    say(score)
    await page.waitForTimeout(500)
  }
  expect(await overflow(page)).toBe(0)
  expect([complaints, owner.username]).toEqual([[], 'bridges-owner'])
}, 90_000)
