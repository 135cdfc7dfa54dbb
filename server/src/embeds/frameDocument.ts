import { boardTroubles } from '@multiball/shared/schema'

/** The policy of {@link unavailableFrame}: it says nothing of any board, so that any page may show it. */
export const unavailablePolicy = (nonce: string): string =>
  [`default-src 'none'`, `style-src 'nonce-${nonce}'`, `script-src 'nonce-${nonce}'`, `base-uri 'none'`, `form-action 'none'`].join('; ')

const againSeconds = 30

const message = { multiball: 1, event: 'error', detail: boardTroubles.network }

/** What stands in a partner's frame while nothing can be said of the board: it tells the page around it, and comes back by itself. */
export const unavailableFrame = (nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${againSeconds}">
<title>Multiball</title>
<style nonce="${nonce}">html,body{height:100%;margin:0;background:transparent}p{display:grid;place-items:center;height:100%;margin:0;padding:0 16px;color:#77716a;font:14px/20px system-ui,sans-serif;text-align:center}</style>
</head>
<body>
<p role="status">${boardTroubles.network.message}</p>
<script nonce="${nonce}">parent!==window&&parent.postMessage(${JSON.stringify(message)},'*')</script>
</body>
</html>
`
