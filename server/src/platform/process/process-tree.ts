import { readFile } from 'node:fs/promises'

const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')

/** Process ids of all descendants; none where the system has no /proc. */
export const processesBelow = async (pid: number): Promise<number[]> => {
  const children = (await read(pid, `task/${pid}/children`)).split(' ').filter(Boolean).map(Number)
  const below = await Promise.all(children.map(processesBelow))
  return [...children, ...below.flat()]
}

/** Resident memory of a process, bytes; 0 where there is no such process. */
export const residentBytes = async (pid: number): Promise<number> =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(await read(pid, 'status'))?.[1] ?? 0)

/** False also for a zombie: a process that has ended but was not waited for. */
export const isRunning = async (pid: number): Promise<boolean> => /^State:\s+[^ZX]/m.test(await read(pid, 'status'))
