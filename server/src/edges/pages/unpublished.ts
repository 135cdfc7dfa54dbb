import type { FastifyReply, FastifyRequest } from 'fastify'
import { nothingPublished } from '../../ground/registry/registry.store'

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>Multiball</title>
<style>
html,body{height:100%;margin:0;background:#000;color:#d9d0c0}
body{display:grid;place-content:center;box-sizing:border-box;padding:5%;text-align:center;font:600 max(4vmin,18px)/1.3 system-ui,sans-serif}
body::before{content:"";justify-self:center;width:1.5em;height:1.5em;margin-bottom:1em;border-radius:50%;background:radial-gradient(circle at 35% 30%,#fff,#b9bcc4 40%,#3c3f46);animation:bounce .5s cubic-bezier(.3,0,.9,.6) infinite alternate}
@keyframes bounce{from{transform:translateY(-3em)}}
@media(prefers-reduced-motion){body::before{animation:none}}
p{margin:0}
.why{margin-top:.6em;color:#b3aa9b;font-size:.7em}
</style>
</head>
<body><p role="status">This page is not built yet.</p><p class="why">It opens by itself once it is. If nothing is building it, run: npm run build</p></body>
</html>
`

/** Answers for a page that is not published yet, as while the first start is still building: people get a page that looks again every 2 s, programs a sentence. */
export function answerUnpublished({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(503).header('cache-control', 'no-store').header('retry-after', 2)
  if (!headers.accept?.includes('text/html')) return reply.send({ detail: nothingPublished })
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .send(html)
}
