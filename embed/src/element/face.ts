// Chrome 87 has no aspect-ratio: a padding gives the box its height there.
const css = `:host{display:block}
:host([hidden]){display:none}
.box{all:initial;display:block;position:relative;width:100%;height:100%;aspect-ratio:var(--mb-ratio);overflow:hidden;direction:ltr;border-radius:var(--mb-radius,0);background:var(--mb-background,transparent)}
@supports not (aspect-ratio:1){.box::before{content:'';display:block;padding-top:calc(100%/(var(--mb-ratio)))}}
.show,.back,.card{position:absolute;top:0;right:0;bottom:0;left:0}
.show{visibility:hidden}
.back{overflow:auto}
.card{display:none;align-items:center;justify-content:center;padding:16px;background:#12100d;color:#b3aa9b;font:500 16px/1.4 system-ui,sans-serif;text-align:center}
.card::before{content:'';width:12px;height:12px;margin-right:12px;flex:none;border:3px solid #ff8a1f;border-radius:50%}
.bare .card{display:flex}
.on .show{visibility:visible}
.on .back{display:none}
iframe{display:block;width:100%;height:100%;border:0;color-scheme:light}`

let sheet: CSSStyleSheet | undefined

/** Policies of pages forbid style elements, but browsers without sheets of one's own, such as Safari before 16.4, know no other way. */
function dressRoot(root: ShadowRoot) {
  try {
    if (!sheet) {
      const made = new CSSStyleSheet()
      made.replaceSync(css)
      sheet = made
    }
    root.adoptedStyleSheets = [sheet]
  } catch {
    root.append(Object.assign(document.createElement('style'), { textContent: css }))
  }
}

const make = (name: string, className: string, ...children: Node[]) => {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}

export type Face = ReturnType<typeof createFace>

/** What stands in the element: the place of the board, and the fallback until it is there. */
export function createFace(element: HTMLElement) {
  const root = element.attachShadow({ mode: 'open' })
  dressRoot(root)
  const show = make('div', 'show')
  const slot = document.createElement('slot')
  const card = make('div', 'card')
  card.setAttribute('role', 'status')
  const box = make('div', 'box', show, make('div', 'back', slot, card))
  root.append(box)
  const dress = () =>
    box.classList.toggle(
      'bare',
      !slot.assignedNodes().some((node) => node instanceof Element || node.textContent?.trim()),
    )
  slot.onslotchange = dress
  return {
    /** where the board goes */
    show,
    aspect(ratio: string) {
      box.style.setProperty('--mb-ratio', ratio)
    },
    /** The board itself, or the fallback with a sentence where the page gave none. */
    turn(isOn: boolean, sentence = '') {
      card.textContent = sentence
      box.classList.toggle('on', isOn)
      dress()
    },
  }
}
