#!/usr/bin/env node
/**
 * Writes docs/third-party-notices.txt: name, version, licence and licence text of each package that runs in the browser or on the server,
 * equal texts once. `--check` only compares, for `npm test`. Both read the bundles, so a build is needed first.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledPackages, platformText, runtimePackages } from './lib/notices.mjs'
import { root } from './lib/processes.mjs'

const target = join(root, 'docs/third-party-notices.txt')
const licenceFile = /^(licen[cs]e|copying|notice)([-.](mit|cc0|md|txt|markdown))?$/i
const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const apps = workspaces.filter((folder) => folder === 'shell' || folder.startsWith('mfe-'))

const ownTexts = async (path) => {
  const names = (await readdir(join(root, path))).filter((name) => licenceFile.test(name)).sort()
  return names.map((name) => `${path}/${name}`)
}

const licenceText = async ({ path, name, licence }) => {
  const files = platformText(name) ?? (await ownTexts(path))
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  return texts.join('\n').replaceAll('\r\n', '\n').trim() || `Licence: ${licence}`
}

const render = async (packages) => {
  const byText = new Map()
  for (const entry of packages) {
    const text = await licenceText(entry)
    const line = `${entry.name} ${entry.version} (${entry.licence})`
    byText.set(text, [...(byText.get(text) ?? []), line])
  }
  const sections = [...byText].map(([text, lines]) => `${[...new Set(lines)].sort().join('\n')}\n\n${text}`)
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  return `Lamella uses the following packages.${rule}${sections.sort().join(rule)}\n`
}

/** Packages in the bundles, from the source maps of the builds. @throws Error for an app without build */
const packagesInBundles = async () => {
  const found = new Set()
  for (const app of apps) {
    const dist = join(root, app, 'dist')
    const maps = (await readdir(dist).catch(() => [])).filter((name) => name.endsWith('.map'))
    if (maps.length === 0) throw new Error(`There is no build of ${app}: run npm run build first.`)
    for (const name of maps) {
      const { sources } = JSON.parse(await readFile(join(dist, name), 'utf8'))
      for (const path of bundledPackages(app, sources)) found.add(path)
    }
  }
  return found
}

const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
const packages = runtimePackages(lock.packages)
const notices = await render(packages)

const noticed = new Set(packages.map(({ path }) => path))
for (const path of await packagesInBundles()) {
  if (noticed.has(path)) continue
  console.error(`${path} is in a bundle and has no notice: see scripts/lib/notices.mjs`)
  process.exitCode = 1
}
if (process.argv.includes('--check')) {
  const current = await readFile(target, 'utf8').catch(() => '')
  if (current !== notices) {
    console.error('docs/third-party-notices.txt is out of date: run `npm run notices`')
    process.exitCode = 1
  }
} else {
  await writeFile(target, notices)
  console.log(`${target}: ${Math.round(notices.length / 1024)} KB`)
}
