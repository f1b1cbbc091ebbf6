import { Anchor, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const AddProjectDialog = lazy(() => import('./add-project-dialog.tsx'))

/** Leads from the form of a new project, where the guided tour ends, to the samples. @param props.onLimit - see the dialog */
export const SampleOffer = ({ onLimit }: { onLimit: () => void }) => {
  const [opened, setOpened] = useState(false)
  const close = (): void => setOpened(false)
  return (
    <>
      <Text mt="md" size="sm" c="var(--lm-text2)">
        No images at hand?{' '}
        <Anchor component="button" type="button" inherit onClick={() => setOpened(true)}>
          Add a sample project
        </Anchor>
      </Text>
      {opened && (
        <Suspense>
          <AddProjectDialog
            adding="sample"
            onClose={close}
            onLimit={() => {
              close()
              onLimit()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
