import type { Image } from '@lamella/shared/contract'
import { Card, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { automaticDiameterOf } from './automatic-diameter.ts'
import { channelsOf } from './channels-of.ts'
import { DiameterPanel } from './diameter-panel.tsx'
import { type DiameterField, ParamsForm } from './params-form.tsx'
import { type AnalysisDraft, keyOfApplication } from './use-analysis-draft.ts'

interface ParametersCardProps {
  draft: AnalysisDraft
  /** Shows the pixel size of an image, which diameters depend on. */
  pixelSize: (image: Image) => ReactNode
}

/** Parameters of the chosen application, with its nuclear diameter over the first chosen image; nothing where it has none. */
export const ParametersCard = ({ draft, pixelSize }: ParametersCardProps) => {
  const { application, images, checked, setParams } = draft
  if (!application || Object.keys(application.params.properties).length === 0) return null
  const [first] = checked
  const diameterField = ({ param, value, channel, onChange }: DiameterField): ReactNode =>
    first ? (
      <DiameterPanel
        param={param}
        value={value}
        image={first.image}
        automatic={automaticDiameterOf(param, first.image, first, channel ?? 0)}
        channel={channel}
        onChange={onChange}
      >
        {pixelSize(first.image)}
      </DiameterPanel>
    ) : (
      <Text size="sm" c="var(--lm-text2)" mt="xs">
        Choose an image to compare the diameter with its nuclei.
      </Text>
    )
  return (
    <Card component="section" aria-label="Parameters">
      <Title order={2} size="h3" mb="md">
        Parameters
      </Title>
      <ParamsForm
        key={keyOfApplication(application)}
        schema={application.params}
        channels={channelsOf(images)}
        onChange={setParams}
        diameter={diameterField}
      />
    </Card>
  )
}
