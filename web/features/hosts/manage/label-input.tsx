'use client';

import { labelsOf } from '@rules/hosts/pools';
import { addLabels } from '@/ui/inputs/tag-draft';
import { TagInput } from '@/ui/inputs/tag-input';
import { useHosts } from '../hosts-query';

interface LabelInputProps {
  label: string;
  labels: string[];
  onChange: (labels: string[]) => void;
  draft: string;
  onDraft: (draft: string) => void;
  addsOnLeave?: boolean;
}

/** Suggests what other hosts have. */
export function LabelInput({ labels, ...rest }: LabelInputProps) {
  const { data } = useHosts();
  const known = labelsOf(data?.hosts ?? []).map(({ label }) => label);
  return <TagInput title="Labels" tags={labels} adds={addLabels} suggestions={known} {...rest} />;
}
