'use client';

import { useState } from 'react';
import { Button } from '@/ui/button';
import { Combobox } from '@/ui/inputs/combobox';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { Segmented } from '@/ui/inputs/segmented';
import { SwitchField } from '@/ui/inputs/switch-field';
import { TagInput } from '@/ui/inputs/tag-input';
import { TextEditor } from '@/ui/inputs/text-editor';
import { Line, Room, Specimen } from './specimen';

const PARAMETERS = [
  { value: 'net.core.somaxconn', about: 'Longest queue of connections waiting for accept()' },
  { value: 'net.ipv4.tcp_max_syn_backlog', about: 'Half-open connections that are remembered' },
  { value: 'net.ipv4.ip_local_port_range', about: 'Ports that connections go out from' },
];

const IDLE = { isPending: false, isError: false, error: null };
const REFUSED = { isPending: false, isError: true, error: new Error('The name is taken. Choose another.') };
const SAVES = { label: 'Notes', save: 'Save the notes', changed: 'Changed meanwhile', unsaved: 'Not saved' };

export function Fields() {
  return (
    <Room id="fields" title="Fields">
      <Specimen of="inputs/field">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <TextField id="plain" label="Name" placeholder="as the target says" hint="Shown in lists." />
          <TextField id="unit" label="Duration" unit="s" defaultValue="30" />
          <TextField id="wrong" label="Connections" defaultValue="0" error="Use a number from 1 to 100,000." />
          <TextField id="disabled" label="Disabled" defaultValue="8080" disabled />
        </div>
      </Specimen>
      <Specimen of="inputs/control">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field id="select" label="Load generator">
            <SelectBox id="select" defaultValue="volley">
              <option value="volley">volley</option>
              <option value="wrk">wrk</option>
            </SelectBox>
          </Field>
          <Field id="select-wrong" label="Host" error="This host is offline.">
            <SelectBox id="select-wrong" error="This host is offline." defaultValue="lab">
              <option value="lab">lab</option>
            </SelectBox>
          </Field>
        </div>
      </Specimen>
      <Choices />
      <Editors />
    </Room>
  );
}

function Choices() {
  const [view, setView] = useState('table');
  const [on, setOn] = useState(true);
  const [off, setOff] = useState(false);
  const [tags, setTags] = useState(['nightly', 'prefork']);
  const [draft, setDraft] = useState('');
  return (
    <>
      <Specimen of="inputs/segmented">
        <Segmented
          label="View"
          className="justify-self-start"
          value={view}
          onChange={setView}
          options={[
            { value: 'table', label: 'Table' },
            { value: 'scatter', label: 'Scatter' },
            { value: 'groups', label: 'Groups' },
          ]}
        />
      </Specimen>
      <Specimen of="inputs/switch-field">
        <div className="grid gap-3 sm:grid-cols-2">
          <SwitchField id="on" label="Prefork" hint="One process per CPU." checked={on} onChange={setOn} />
          <SwitchField id="off" label="TLS" hint="Self-signed." checked={off} onChange={setOff} />
        </div>
      </Specimen>
      <Specimen of="inputs/combobox">
        <Combobox
          id="parameter"
          label="Kernel parameter"
          options={PARAMETERS}
          placeholder="somaxconn"
          hint="Type a part of its name."
          nothing={(typed) => `No parameter is called ‘${typed}’.`}
          onChoose={() => {}}
        />
      </Specimen>
      <Specimen of="inputs/tag-input">
        <TagInput
          label="Add a tag"
          tags={tags}
          onChange={setTags}
          draft={draft}
          onDraft={setDraft}
          suggestions={['weekly']}
        />
      </Specimen>
    </>
  );
}

/** Opened by hand: an editor takes the focus. */
function Editors() {
  const [open, setOpen] = useState(false);
  return (
    <Specimen of="inputs/text-editor">
      {!open && (
        <Line>
          <Button onClick={() => setOpen(true)}>Write</Button>
        </Line>
      )}
      {open && (
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <TextEditor
            stored="Measured after the switch was replaced."
            most={200}
            words={SAVES}
            act={IDLE}
            onSave={() => {}}
            onDone={() => setOpen(false)}
            rows={{ least: 3, most: 8 }}
          />
          <TextEditor
            stored="**Prefork** costs less CPU per request."
            most={2000}
            words={{ ...SAVES, label: 'Finding' }}
            act={REFUSED}
            onSave={() => {}}
            onDone={() => setOpen(false)}
            rows={{ least: 3, most: 8 }}
            markup={{ hint: 'Markdown', preview: (text) => <p>{text}</p> }}
          />
        </div>
      )}
    </Specimen>
  );
}
