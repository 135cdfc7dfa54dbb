import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readArguments, serve } from '../serving.mjs'
import { rendered } from './consumer.mjs'

/* A blog: the address of a board on a line of its own becomes the board. */

const { host, type, id, port } = await readArguments()
const widthPx = 640

const post = `
League night is on, and the semi-finals are played on the machine by the window.

${host}/viewer/${type}s/${id}

Doors close at one.
`

serve({
  port,
  page: async () => {
    const html = await rendered(post, widthPx)
    // By a function: a title may hold a $, which means something in a text.
    return (await readFile(path.join(import.meta.dirname, 'page.html'), 'utf8')).replace('{{post}}', () => html)
  },
})
