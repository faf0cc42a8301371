{{- define "millionrps.image" -}}
{{ .root.Values.images.prefix }}millionrps-{{ .part }}:{{ .root.Values.images.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "millionrps.name" -}}
{{ printf "%s-%s" .root.Release.Name .part | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "millionrps.selector" -}}
app.kubernetes.io/name: millionrps
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "millionrps.labels" -}}
{{ include "millionrps.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- /* One variable out of the Secret that the user made. */ -}}
{{- define "millionrps.fromSecret" -}}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef:
      name: {{ .root.Values.secrets.existingSecret }}
      key: {{ .key }}
{{- end }}

{{- define "millionrps.pullSecrets" -}}
{{- with .Values.images.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "millionrps.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* As in docker-compose.yml: an ordinary user who gains nothing. 1000 is `node` of the images. */ -}}
{{- define "millionrps.podConfined" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "millionrps.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
