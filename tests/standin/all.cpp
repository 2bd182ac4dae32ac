// Compiles all texts of a folder that no library has yet.

#include <algorithm>
#include <filesystem>

#include "texts.h"

int main(int, char **given) {
    std::vector<std::string> bases;
    for (const auto &file : std::filesystem::directory_iterator(given[1])) {
        std::string path = file.path();
        if (file.path().extension() == ".cu") bases.push_back(path.substr(0, path.size() - 3));
    }
    std::sort(bases.begin(), bases.end());
    std::vector<Text *> texts;
    for (const std::string &base : bases) texts.push_back(text_at(base));
    compile(texts);
    const auto has_none = [](Text *text) { return access((text->base + ".so").c_str(), R_OK) != 0; };
    const long refused = std::count_if(texts.begin(), texts.end(), has_none);
    printf("%zu kernels, %ld refused\n", texts.size(), refused);
    return refused != 0;
}
