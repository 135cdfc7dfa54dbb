export const languages = ['curl', 'Python', 'JavaScript'] as const
export type Language = (typeof languages)[number]

interface ExampleOptions {
  /** such as https://boards.example */
  server: string
  key: string
  /** of the game that the example plays */
  sessionUuid: string
}

/** What stands in the examples while no key is shown. */
export const keyPlaceholder = 'YOUR_DEVICE_KEY'

const curl = ({
  server,
  key,
  sessionUuid,
}: ExampleOptions) => `ENTRY="${server}/api/entry/"; GAME='"session_uuid":"${sessionUuid}"'
post() { curl -X POST "$ENTRY" -H "Authorization: Token ${key}" -H "Content-Type: application/json" -d "{$GAME,$1}"; }
post '"session_sequence":1,"current_player":1,"current_ball":1,"current_p1_score":5000'
post '"session_sequence":2,"current_p1_score":77000,"active":false'`

const python = ({ server, key }: ExampleOptions) => `import json, urllib.request, uuid

game = uuid.uuid4().hex

def post(**state):
    body = json.dumps({"session_uuid": game, **state}).encode()
    headers = {"Authorization": "Token ${key}", "Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request("${server}/api/entry/", body, headers))

post(session_sequence=1, current_player=1, current_ball=1, current_p1_score=5000)
post(session_sequence=2, current_p1_score=77000, active=False)`

const javaScript = ({ server, key }: ExampleOptions) => `const game = crypto.randomUUID()

async function post(state) {
  const answer = await fetch('${server}/api/entry/', {
    method: 'POST',
    headers: { Authorization: 'Token ${key}', 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_uuid: game, ...state }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

await post({ session_sequence: 1, current_player: 1, current_ball: 1, current_p1_score: 5000 })
await post({ session_sequence: 2, current_p1_score: 77000, active: false })`

const makers: Record<Language, (options: ExampleOptions) => string> = { curl, Python: python, JavaScript: javaScript }

/** A whole game in a few lines of a language, ready to run. */
export const exampleIn = (language: Language, options: ExampleOptions): string => makers[language](options)
