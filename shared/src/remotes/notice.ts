const styles = {
  notice:
    'position:fixed;z-index:2147483000;bottom:calc(76px + env(safe-area-inset-bottom));max-width:min(480px,calc(100vw - 24px));box-sizing:border-box;' +
    'display:flex;gap:12px;align-items:center;padding:8px 8px 8px 14px;border-radius:10px;border:1px solid #ffb224;background:#1c1607;color:#ffe2a8;' +
    'font:500 13px/18px system-ui,sans-serif;box-shadow:0 6px 24px rgba(0,0,0,.4)',
  lines: 'display:grid;gap:2px;min-width:0;overflow-wrap:anywhere',
  problem: 'color:#ff9a8a',
  action:
    'flex:none;min-height:32px;padding:0 12px;border-radius:7px;border:1px solid #7a5a1c;background:#2c220a;color:inherit;font:inherit;cursor:pointer',
}

function element(tag: string, style: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  // Through the object model: an attribute would be the policy's business.
  made.style.cssText = style
  made.textContent = text
  return made
}

interface Notice {
  id: string
  /** for screen readers: what this is about */
  label: string
  side: 'left' | 'right'
  lines: readonly string[]
  problems?: readonly string[]
  action: string
  onAct(): void
}

/** Says over a page that it is not what everybody sees, in text nodes and without React: it must stand when nothing else does. Answers how it is removed. */
export function showNotice({ id, label, side, lines, problems = [], action, onAct }: Notice): () => void {
  document.getElementById(id)?.remove()
  const notice = element('aside', `${styles.notice};${side}:12px`)
  notice.id = id
  notice.setAttribute('aria-label', label)
  const said = element('div', styles.lines)
  for (const line of lines) said.append(element('span', '', line))
  for (const problem of problems) said.append(element('span', styles.problem, problem))
  const button = element('button', styles.action, action) as HTMLButtonElement
  button.type = 'button'
  button.addEventListener('click', onAct)
  notice.append(said, button)
  document.body.append(notice)
  return () => notice.remove()
}
