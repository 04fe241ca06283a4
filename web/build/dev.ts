import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { config } from './config.ts'

/** `npm run dev`: the server, and in front of it the app with live reload. */
const appPort = 9990
const serverPort = 9991
const serve = fileURLToPath(new URL('../../server/src/bin/serve.js', import.meta.url))
/** By folder: modules are loaded by a process that the watched one starts. */
const watched = ['server/src', 'contract/src'].map(
  (folder) => `--watch-path=${fileURLToPath(new URL(`../../${folder}`, import.meta.url))}`,
)
const server = spawn(process.execPath, [...watched, serve], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(serverPort),
    // Links lead to the app in front, which is served from its sources.
    LOQUAT_URL: `http://localhost:${appPort}`,
    LOQUAT_WEB_APP: 'off',
  },
})
const pagePaths = [
  'api',
  'json',
  'pages',
  'login',
  'logout',
  'reset',
  'join',
  'confirm-email',
  'accounts',
  'reactivate',
]
const filePaths = [
  'user_uploads',
  'user_avatars',
  'avatar',
  'static',
  'exports',
  'external_content',
  'unsubscribe',
  'health',
  'metrics',
]
const target = `http://127.0.0.1:${serverPort}`
const front = await createServer({
  ...config(),
  server: {
    port: appPort,
    proxy: Object.fromEntries([...pagePaths, ...filePaths].map((path) => [`^/${path}(/|\\?|$)`, { target }])),
  },
})
await front.listen()
console.log(`The app is at http://localhost:${appPort} with live reload.`)
const stop = async () => {
  server.kill('SIGTERM')
  await front.close()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
