/** @jest-environment node */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '..')
const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

const lines = readFileSync(path.join(root, 'CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [pattern = '', ...owners] = line.trim().split(/\s+/)
    return { pattern, owners }
  })

/** Not the output of tools: `node_modules`, `.turbo`, `coverage`. */
const partsOfShared = readdirSync(path.join(root, 'shared'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$|^coverage$/.test(entry.name))
  .map(({ name }) => `/shared/${name}/`)

describe('CODEOWNERS', () => {
  it.each([...workspaces.map((name) => `/${name}/`), ...partsOfShared])('%s has owners', (folder) => {
    expect(lines.filter(({ pattern }) => pattern === folder)).toHaveLength(1)
  })

  it.each(lines)('$pattern exists and names teams', ({ pattern, owners }) => {
    expect(pattern === '*' || existsSync(path.join(root, pattern))).toBe(true)
    expect(owners).not.toEqual([])
    expect(owners.filter((owner) => !/^@[\w-]+\/[\w-]+$/.test(owner))).toEqual([])
  })
})
