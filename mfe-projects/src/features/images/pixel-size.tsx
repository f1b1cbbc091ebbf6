import type { Image } from '@lamella/shared/contract'
import { Dialog } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { pixelSizeSource, pixelSizeText } from '../../lib/pixel-size-text.ts'
import css from './pixel-size.module.css'
import { PixelSizeForm } from './pixel-size-form.tsx'

/** The pixel size of an image with where it comes from, and a dialog that sets it. */
export const PixelSize = ({ image, editable }: { image: Image; editable: boolean }) => {
  const [opened, setOpened] = useState(false)
  const close = (): void => setOpened(false)
  return (
    <div className={css.line}>
      <dl>
        <dt>Pixel size</dt>
        <dd>
          {[image.pixelSize ? pixelSizeText(image) : 'not known', pixelSizeSource(image)].filter(Boolean).join(', ')}
        </dd>
      </dl>
      {editable && (
        <>
          <Button variant="default" size="xs" aria-label="Edit pixel size" onClick={() => setOpened(true)}>
            Edit
          </Button>
          <Dialog opened={opened} title={`Pixel size of ${image.name}`} onClose={close}>
            <PixelSizeForm image={image} onDone={close} />
          </Dialog>
        </>
      )}
    </div>
  )
}
