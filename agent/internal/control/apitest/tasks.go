package apitest

import (
	"net/http"

	"millionrps/agent/internal/contract"
)

// Ask gives the agent a host task, once, and returns its id.
func (a *API) Ask(task any) string {
	id, body := a.named(task, "taskId")
	var asked contract.HostTask
	if err := asked.UnmarshalJSON(body); err != nil {
		a.t.Fatal(err)
	}
	a.Locked(func() { a.tasks = append(a.tasks, asked) })
	return id
}

// Answer waits for what the agent says to a host task.
func (a *API) Answer(taskID string) any {
	a.t.Helper()
	a.Await("the answer to "+taskID, func() bool { _, ok := a.answers[taskID]; return ok })
	a.mu.Lock()
	defer a.mu.Unlock()
	answer, err := a.answers[taskID].ValueByDiscriminator()
	if err != nil {
		a.t.Fatal(err)
	}
	return answer
}

// LoseAnswers breaks the next connections that bring the answer to a host task.
func (a *API) LoseAnswers(count int) { a.Locked(func() { a.loseAnswers = count }) }

func (a *API) takeTasks() []contract.HostTask {
	taken := append([]contract.HostTask{}, a.tasks...)
	a.tasks = nil
	return taken
}

func (a *API) answer(w http.ResponseWriter, r *http.Request) {
	var request contract.TaskAnswerRequest
	if !a.read(w, r, &request) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.loseAnswers > 0 {
		a.loseAnswers--
		panic(http.ErrAbortHandler)
	}
	if a.streams[request.IncarnationId] == nil {
		problem(w, http.StatusGone, "unknown-incarnation", "Another life of the agent was asked.")
		return
	}
	if _, twice := a.answers[r.PathValue("id")]; twice {
		a.t.Errorf("the task %s was answered twice", r.PathValue("id"))
	}
	a.answers[r.PathValue("id")] = request.Answer
	w.WriteHeader(http.StatusNoContent)
	a.note()
}
