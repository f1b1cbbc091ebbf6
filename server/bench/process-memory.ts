import { readdir, readFile } from 'node:fs/promises'

/** Proportional memory (PSS) of a process and everything it has started, bytes; null where the system does not tell. */
export const memoryOfTree = async (root: number): Promise<number | null> => {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc').catch(() => [])) {
    const status = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    const parent = /\) \S (\d+)/.exec(status)?.[1]
    if (parent) parents.set(Number(name), Number(parent))
  }
  if (parents.size === 0) return null
  const isInTree = (pid: number): boolean => pid === root || (parents.has(pid) && isInTree(parents.get(pid) ?? 0))
  const sizes = await Promise.all(
    [...parents.keys()].filter(isInTree).map(async (pid) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
      return Number(/^Pss: +(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
