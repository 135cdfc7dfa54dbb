/* What a page can do with a board: hear of it, and change how it looks. */

const newest = document.querySelector('#newest')

document.querySelector('#framed').addEventListener('mb-score', ({ detail }) => {
  const players = (detail.players ?? []).map(
    ({ name, score }, at) => `${name ?? `Player ${at + 1}`} ${BigInt(score).toLocaleString('en')}`,
  )
  newest.textContent = players.join(', ') || `state ${detail.seq}`
})

for (const board of document.querySelectorAll('multiball-board')) {
  board.addEventListener('mb-error', ({ detail }) => console.info(`${board.id} is not there: ${detail.code}`))
}

const inline = document.querySelector('#inline')
const button = document.querySelector('#theme')
button.addEventListener('click', () => {
  const isLight = inline.getAttribute('theme') === 'light'
  inline.setAttribute('theme', isLight ? 'dark' : 'light')
  button.textContent = isLight ? 'Light' : 'Dark'
})
