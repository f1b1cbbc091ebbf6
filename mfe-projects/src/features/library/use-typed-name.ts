import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import type { LibraryFilter } from './image-question.ts'

/** Milliseconds without a key press before the list is asked for. */
const typingPause = 200

interface NameInAddress {
  filter: LibraryFilter
  setFilter: (filter: LibraryFilter) => void
}

/** Words of the name as they are typed; the address has them after a pause. @returns them, and how they are changed */
export const useTypedName = ({ filter, setFilter }: NameInAddress): [string, (name: string) => void] => {
  const [typed, setTyped] = useState(filter.name)
  const [written, setWritten] = useState(filter.name)
  const [seen, setSeen] = useState(filter.name)
  // A link of the menu has another name than was typed. What was typed comes back here later, when more may be typed.
  if (filter.name !== seen) {
    setSeen(filter.name)
    if (filter.name !== written) {
      setWritten(filter.name)
      setTyped(filter.name)
    }
  }
  const write = useDebouncedCallback((name: string) => {
    setWritten(name)
    setFilter({ ...filter, name })
  }, typingPause)
  return [
    typed,
    (name) => {
      setTyped(name)
      write(name)
    },
  ]
}
