import { useEffect, useMemo, useRef } from 'react'

type Acts<T> = { [Name in keyof T]: (...given: never[]) => unknown }

/**
 * Functions that stay the same ones and always do what those of the last rendering do: for what is handed on to others, who may hold it for a
 * while, such as keys and tools.
 * @param acts - of this rendering; always of the same names
 */
export const useLatest = <T extends Acts<T>>(acts: T): T => {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const names = useRef(Object.keys(acts) as (keyof T)[])
  return useMemo(
    () =>
      Object.fromEntries(
        names.current.map((name) => [name, (...given: never[]) => latest.current[name](...given)]),
      ) as unknown as T,
    [],
  )
}
