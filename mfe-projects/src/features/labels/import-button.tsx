import { bus } from '@lamella/shared/events'
import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRef } from 'react'
import { readLabelFile } from './label-file.ts'
import { useCreateLabelSet } from './use-label-changes.ts'

interface ImportButtonProps {
  projectId: string
  /** @param problem - why nothing was imported, as a sentence; null: it was */
  onDone: (problem: string | null, id: string | null) => void
}

/** Makes a label set of a file that was exported. */
export const ImportButton = ({ projectId, onDone }: ImportButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  const creation = useCreateLabelSet(projectId)
  const read = async (file: File): Promise<void> => {
    const { set, problem } = await readLabelFile(file)
    if (!set) return onDone(problem, null)
    const { name, description, labels } = set
    try {
      const id = await creation.mutateAsync({ name, description, labels })
      bus.emit('toast/show', { kind: 'success', title: 'Import label set', detail: `${name} was imported.` })
      onDone(null, id)
    } catch (error) {
      onDone(`${file.name} was not imported. ${error instanceof Error ? error.message : ''}`.trim(), null)
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} stroke={1.7} aria-hidden />}
        loading={creation.isPending}
        onClick={() => input.current?.click()}
      >
        Import label set
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="File of a label set"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // So that the same file can be chosen again after it was corrected.
          currentTarget.value = ''
          if (file) void read(file)
        }}
      />
    </>
  )
}
