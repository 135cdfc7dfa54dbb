const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="15">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Multiball</title>
<style>html,body{height:100%;margin:0;background:#000;color:#d9d0c0}body{display:grid;place-content:center;box-sizing:border-box;padding:5%;cursor:none;text-align:center;font:600 4vmin/1.3 system-ui,sans-serif}p{margin:0}.why{margin-top:.6em;color:#b3aa9b;font-size:.7em}</style>
</head>
<body><p role="status">Waiting for data...</p><p class="why">No connection to the server. Retrying automatically.</p></body>
</html>
`

/** Stands in for a viewer page that was never loaded here, while the server is away. It loads itself again every 15 s. */
export const waitingPage = (): Response =>
  new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
    },
  })
