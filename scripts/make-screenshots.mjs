#!/usr/bin/env node
/** Makes the pictures of the README: runs the main job with generated images and keeps two of its screenshots. */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from './lib/browser.mjs'
import { environment, root, run } from './lib/processes.mjs'

const kept = { 'library-light.png': 'library.png', 'viewer-multichannel-light.png': 'viewer.png' }

const folder = await mkdtemp(path.join(tmpdir(), 'lamella-screens-'))
const env = environment({ LAMELLA_SCREENSHOTS: folder, CHROMIUM_PATH: await findBrowser() })
const walk = ['playwright', 'test', '--config', 'e2e', '--grep', '@main-job']
const { ok, output } = await run(walk, { seconds: 600, env })
if (ok) {
  const images = path.join(root, 'docs/images')
  await mkdir(images, { recursive: true })
  for (const [from, to] of Object.entries(kept)) await copyFile(path.join(folder, from), path.join(images, to))
} else {
  console.error(output)
  process.exitCode = 1
}
await rm(folder, { recursive: true, force: true })
