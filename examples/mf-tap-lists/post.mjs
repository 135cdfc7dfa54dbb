// FEED_KEY=… node post.mjs https://boards.example.com 7 taps.csv
// Posts the beers of a JSON or CSV file for tap list 7 whenever the file is another, and every ten minutes; what fails is tried again.
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const [server, board, file] = process.argv.slice(2)
const headers = { authorization: `Feed ${process.env.FEED_KEY}`, 'content-type': 'application/json' }
const valueOf = (name, text) => (['strength', 'price', 'left'].includes(name) ? Number(text.replace(',', '.')) : text)
const csv = (text) => {
  // What separates the headings; in rows between semicolons a comma is a decimal one.
  const separator = /[;\t]/.exec(text.trim().split('\n', 1)[0])?.[0] ?? ','
  const [names, ...lines] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(separator).map((cell) => cell.trim()))
  return lines.map((line) =>
    Object.fromEntries(names.flatMap((name, at) => (line[at] ? [[name, valueOf(name, line[at])]] : []))),
  )
}

for (let posted = '', postedMs = 0; ; await wait(5_000)) {
  try {
    const text = await readFile(file, 'utf8')
    if (text === posted && Date.now() - postedMs < 600_000) continue
    const body = JSON.stringify({
      sequence: Date.now(),
      document: { taps: file.endsWith('.csv') ? csv(text) : JSON.parse(text) },
    })
    const answer = await fetch(`${server}/api/board/taplist/${board}/feed/taps/`, { method: 'PUT', headers, body })
    console.log(new Date().toISOString(), answer.status, await answer.text())
    if (answer.ok) [posted, postedMs] = [text, Date.now()]
  } catch (error) {
    console.error(new Date().toISOString(), String(error))
  }
}
