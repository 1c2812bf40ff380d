// Names that meanings depend on; the idea is told in vocabulary.h.
#include "specs/vocabulary.h"

#include "specs/signature.h"

namespace custody::specs {

void introduce(const TypeDecl &type, Vocabulary &vocabulary) {
  for (const std::string &name : type.names)
    vocabulary.typeVariables.insert(name);
}

void introduce(const FamilyDecl &family, Vocabulary &vocabulary) {
  if (family.isDefault)
    vocabulary.defaultFamily = family.name;
}

void introduce(const ContainerDecl &container, const Origin &origin, Vocabulary &vocabulary) {
  Container made;
  made.name = container.name;
  made.parameters = container.parameters;
  made.origin = origin;
  // The container itself must be known before its fields: they may hold containers of the same kind. Its parameters are
  // type variables inside it, declared or not.
  (*vocabulary.containers)[container.name] = made;
  Vocabulary inside;
  inside.containers = vocabulary.containers;
  for (const std::string &parameter : container.parameters)
    inside.typeVariables.insert(parameter);
  for (const Param &field : container.fields)
    made.fields.push_back({field.name, fieldType(field, container.parameters, inside)});
  (*vocabulary.containers)[container.name] = std::move(made);
}

void introduceAll(const std::vector<Declaration> &declarations, Vocabulary &vocabulary) {
  for (const Declaration &declaration : declarations) {
    if (const auto *type = std::get_if<TypeDecl>(&declaration))
      introduce(*type, vocabulary);
    else if (const auto *family = std::get_if<FamilyDecl>(&declaration))
      introduce(*family, vocabulary);
    else if (const auto *container = std::get_if<ContainerDecl>(&declaration))
      introduce(*container, Origin(), vocabulary);
  }
}

} // namespace custody::specs
