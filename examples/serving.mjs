import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/* What all examples have in common: they are told where Multiball is, and they are a site of their own on another port. */

const types = ['scoreboard', 'leaderboard', 'comboboard', 'slideshow', 'streamboard']

/** Ends with a sentence and no stack: what was typed, or the server, is not what it has to be. */
function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Of the server's public boards the newest, when none was named. */
async function newestBoard(host) {
  const answer = await fetch(`${host}/api/scoreboard/?is_public=true&limit=1&ordering=-id`).catch(() =>
    refuse(`${host} does not answer. Start Multiball with npm start, and name the address that it prints.`),
  )
  const [board] = answer.ok ? (await answer.json()).results : []
  return board
    ? { type: 'scoreboard', id: board.id }
    : refuse(`${host} has no public scoreboard. Name a board, such as leaderboard/3`)
}

/**
 * Reads what an example was started with: the address of a Multiball server, a board such as scoreboard/7, a port.
 * @returns {Promise<{ host: string, type: string, id: number, port: number }>}
 */
export async function readArguments(
  [address = 'http://localhost:3000', named = '', port = '4000'] = process.argv.slice(2),
) {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    refuse(`${address} is not the address of a server, such as http://localhost:3000`)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) refuse(`${port} is not a port, such as 4000`)
  const host = new URL(address).origin
  if (named === '') return { host, port: Number(port), ...(await newestBoard(host)) }
  const [type = '', id = ''] = named.split('/')
  if (!types.includes(type) || !/^[1-9]\d*$/.test(id))
    refuse(`${named} is no board. A board is named like scoreboard/7, with one of the types ${types.join(', ')}`)
  return { host, type, id: Number(id), port: Number(port) }
}

/** Puts values into the places {{name}} of a page. */
export const filled = (page, values) =>
  page.replaceAll(/\{\{(\w+)\}\}/g, (_place, name) =>
    String(values[name]).replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  )

const contentTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/**
 * Serves a site.
 * @param {object} site
 * @param {number} site.port
 * @param {string} [site.policy] content security policy of the page
 * @param {() => Promise<string>} site.page HTML of /
 * @param {Record<string, string>} [site.files] file by path, such as /app.js
 */
export function serve({ port, policy, page, files = {} }) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://site')
    try {
      if (pathname === '/') {
        response.writeHead(200, {
          'content-type': contentTypes['.html'],
          ...(policy && { 'content-security-policy': policy }),
        })
        return response.end(await page())
      }
      const file = files[pathname]
      // Browsers ask for an icon by themselves.
      if (!file) return response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end()
      response.writeHead(200, { 'content-type': contentTypes[path.extname(file)] ?? 'application/octet-stream' })
      response.end(await readFile(file))
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
    }
  })
  server.on('error', ({ code, message }) =>
    refuse(
      code === 'EADDRINUSE' ? `Port ${port} is taken. Name another one after the board: … scoreboard/7 4100` : message,
    ),
  )
  server.listen(port, '127.0.0.1', () => console.log(`Open http://localhost:${server.address().port}`))
}
