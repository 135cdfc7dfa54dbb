/* global React, ReactDOM */

const { createElement: h, useEffect, useRef, useState } = React
const { host, type, board } = document.querySelector('#app').dataset

/** The element is an element like any other: React 17 writes its attributes. */
const Framed = () =>
  h(
    'multiball-board',
    { class: 'place', id: 'framed', type, board, title: 'Live scores, in a frame' },
    'The scores come back soon.',
  )

const Inline = () =>
  h(
    'multiball-board',
    { class: 'place', id: 'inline', type, board, mode: 'inline', title: 'Live scores, inline' },
    'The scores come back soon.',
  )

/** Offers this page's React 17 to the board, which does not fit: the board runs its own. */
function Mounted() {
  const place = useRef(null)
  const [state, setState] = useState('loading')
  useEffect(() => {
    const mounting = import(`${host}/embed/v1/host.js`).then(({ mountBoard }) =>
      mountBoard(place.current, {
        type,
        board: Number(board),
        react: React,
        reactDom: ReactDOM,
        onEvent: (event) => event === 'ready' && setState('ready'),
      }),
    )
    mounting.catch((error) => setState(error.code))
    return () =>
      void mounting.then(
        ({ unmount }) => unmount(),
        () => {},
      )
  }, [])
  return h(
    'div',
    null,
    h('div', { class: 'place', id: 'mounted', ref: place }),
    h('p', null, `Mounted by host.js: ${state}`),
  )
}

function App() {
  const [count, setCount] = useState(0)
  return h(
    'div',
    null,
    h('h1', null, `Club Tilt, on React ${React.version}`),
    h('button', { type: 'button', onClick: () => setCount(count + 1) }, `${count} players checked in`),
    h('h2', null, 'The element, in a frame'),
    h(Framed),
    h('h2', null, 'The element, inline'),
    h(Inline),
    h('h2', null, 'host.js, with this page’s React'),
    h(Mounted),
  )
}

ReactDOM.render(h(App), document.querySelector('#app'))
